// The theme: light, dark, or the system's. `public/theme.js` sets it before the page is drawn.

import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons";

export type Theme = "auto" | "light" | "dark";

const KEY = "pandoku.theme"; // as in public/theme.js
const THEMES: readonly { theme: Theme; icon: IconName; name: string }[] = [
  { theme: "auto", icon: "auto", name: "same as the system" },
  { theme: "light", icon: "sun", name: "light" },
  { theme: "dark", icon: "moon", name: "dark" },
];

function chosen(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "auto";
}

function choose(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The browser denies access, so the theme lasts as long as the page.
  }
}

/** Give the browser's bars the color of the paper. */
function tintBrowser(): void {
  const paper = getComputedStyle(document.body).backgroundColor;
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute("content", paper);
}

/** A button that cycles through the themes. */
export function ThemeButton() {
  const [theme, setTheme] = useState(chosen);
  useEffect(() => {
    tintBrowser();
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.onchange = tintBrowser;
    return () => (system.onchange = null);
  }, [theme]);
  const now = THEMES.findIndex((each) => each.theme === theme);
  const { icon, name } = THEMES[now]!;
  const after = THEMES[(now + 1) % THEMES.length]!;
  const label = `Colors: ${name}. Change to ${after.name}`;
  const press = () => {
    choose(after.theme);
    setTheme(after.theme);
  };
  return (
    <button class="quiet icon-button theme" aria-label={label} title={label} onClick={press}>
      <Icon name={icon} />
    </button>
  );
}
