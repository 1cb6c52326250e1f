// The only script that stands in an exported file as it is: it unpacks the player and starts it.
// The policy of the file has the hashes of both, so nothing else runs.
(async () => {
  globalThis.unpacked = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).text();
  };
  try {
    const player = document.createElement("script");
    player.textContent = await unpacked(document.getElementById("player").textContent);
    document.body.append(player);
  } catch {
    document.getElementById("app").textContent =
      "This browser is too old to play here. The puzzles can be printed.";
  }
})();
