// The theme, before anything is drawn.
try {
  const theme = localStorage.getItem("pandoku.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {}
