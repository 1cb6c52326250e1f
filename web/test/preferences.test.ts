// Preferences: they are typed, stored separately, and never break the page.

import { beforeEach, describe, expect, test, vi } from "vitest";

class Storage {
  readonly values = new Map<string, string>();
  isDenied = false;

  getItem(key: string): string | null {
    if (this.isDenied) throw new DOMException("denied", "SecurityError");
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.isDenied) throw new DOMException("full", "QuotaExceededError");
    this.values.set(key, value);
  }
}

let storage: Storage;
let hear: (event: { key: string | null }) => void;

beforeEach(() => {
  storage = new Storage();
  vi.resetModules();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("addEventListener", (_: string, listener: typeof hear) => (hear = listener));
});

const fresh = () => import("../src/store/preferences");

describe("a preference", () => {
  test("is kept for the next visit", async () => {
    (await fresh()).prefer("check", "off");
    vi.resetModules();
    expect((await fresh()).preference("check")).toBe("off");
  });

  test.each([["check", "sometimes"], ["check", 3], ["tidy", "yes"], ["timer", null]] as const)("%s that is kept as %j is left out", async (name, value) => {
    storage.values.set(`pandoku.${name}`, JSON.stringify(value));
    const plain = { check: "conflicts", tidy: true, timer: true };
    expect((await fresh()).preference(name)).toBe(plain[name]);
  });

  test("that is no JSON is left out", async () => {
    storage.values.set("pandoku.timer", "{");
    expect((await fresh()).preference("timer")).toBe(true);
  });

  test("lasts as long as the page where nothing can be kept", async () => {
    storage.isDenied = true;
    const { prefer, preference } = await fresh();
    expect(preference("tidy")).toBe(true);
    prefer("tidy", false);
    expect(preference("tidy")).toBe(false);
  });

  test("is heard here, and when another window changes it", async () => {
    const { prefer, preference, watchPreferences } = await fresh();
    let heard = 0;
    const stop = watchPreferences(() => (heard += 1));
    prefer("peers", false);
    storage.values.set("pandoku.same", "false");
    hear({ key: "pandoku.same" });
    hear({ key: "another" });
    expect([heard, preference("same"), preference("peers")]).toEqual([2, false, false]);
    stop();
    prefer("peers", true);
    expect(heard).toBe(2);
  });
});
