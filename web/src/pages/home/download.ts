// Downloads of texts as files.

/** Save a text as a file of this name. */
export function download(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/** The file name of a game or puzzle: the letters and digits of its title. */
export function fileName(title: string, ending = "game"): string {
  const plain = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain.slice(0, 60) || "game"}.${ending}`;
}
