// The theme that was chosen before, set before anything is drawn.
try {
  const theme = localStorage.getItem("pandoku.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
