// The dependencies of the files of the page: there are no circles, and each name has one meaning.

import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

/** Names that two files export on purpose, each with its reason. */
const HOMONYMS: Readonly<Record<string, string>> = {};

/** The files that each file imports, lazily or for their types alone too. */
function importsOf(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const found = (file: string, path: string): string[] => {
    const { pathname } = new URL(path, `file:///web/test/${file}`);
    const place = `..${pathname.slice("/web".length)}`;
    return ENDINGS.map((ending) => place + ending).filter((each) => Object.hasOwn(sources, each));
  };
  return new Map(Object.entries(sources).map(([file, text]) => {
    const { importedFiles } = ts.preProcessFile(text, true, true);
    return [file, importedFiles.flatMap(({ fileName }) => (fileName.startsWith(".") ? found(file, fileName) : []))];
  }));
}

/** A circle of files that import each other, or null. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

/** The names that a file declares and exports, without names re-exported from other files. */
function exportsOf(file: string, text: string): string[] {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ESNext).statements.flatMap((each) => {
    const words = ts.canHaveModifiers(each) ? ts.getModifiers(each) ?? [] : [];
    const has = (word: ts.SyntaxKind) => words.some(({ kind }) => kind === word);
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
    const named = ts.isVariableStatement(each) ? each.declarationList.declarations : [each as ts.DeclarationStatement];
    return named.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
  });
}

/** The names that several files export, with these files. */
function homonymsIn(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const homes = new Map<string, string[]>();
  for (const [file, text] of Object.entries(sources)) {
    for (const name of new Set(exportsOf(file, text))) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return Object.fromEntries([...homes].filter(([, files]) => files.length > 1));
}

describe("imports", () => {
  it("go in no circle", () => {
    expect(circleIn(importsOf(SOURCES))).toBeNull();
  });

  it("are found wherever a file is named", () => {
    const imports = importsOf(SOURCES);
    expect(imports.get("../src/app/shell.tsx")).toContain("../src/pages/learn/index.tsx");
    expect(imports.get("../src/game/moves.ts")).toContain("../src/model/puzzle.ts");
  });

  it("in a circle are reported in their order", () => {
    const sources = { "../src/a.ts": 'import "./b";', "../src/b.tsx": 'import type { C } from "./c";', "../src/c/index.ts": 'void import("../a");' };
    expect(circleIn(importsOf(sources))).toEqual(["../src/a.ts", "../src/b.tsx", "../src/c/index.ts", "../src/a.ts"]);
  });
});

describe("exported names", () => {
  it("have one meaning, or a reason", () => {
    const { length } = Object.values(SOURCES);
    expect(length).toBeGreaterThan(100);
    expect(Object.keys(homonymsIn(SOURCES)).sort()).toEqual(Object.keys(HOMONYMS).sort());
  });

  it("are found in declarations, not where they are passed on", () => {
    const a = "export const [x, one] = [1, 2]; export const two = 2; export type Three = 3; export default function four() {}";
    const b = 'export function two() {} export class Three {} export interface Five {} export { one } from "./a";';
    expect(homonymsIn({ a, b })).toEqual({ two: ["a", "b"], Three: ["a", "b"] });
  });
});
