// A field for a number or a range: two inputs for a text such as "24..28".

interface RangeProps {
  name: string;
  help?: string;
  /** "", "24", "24..28", "24.." or "..28". */
  value: string;
  least: number;
  most: number;
  step?: number;
  onChange(value: string): void;
}

export function Range({ name, help, value, least, most, step = 1, onChange }: RangeProps) {
  const [from = "", to = value] = value.includes("..") ? value.split("..") : [value, value];
  const set = (a: string, b: string) => onChange(a === b ? a : `${a}..${b}`);
  const shared = { type: "number", min: least, max: most, step, inputMode: step < 1 ? "decimal" : "numeric" } as const;
  return (
    <div class="field range" role="group" aria-label={name}>
      <span class="label">{name}</span>
      <span class="row">
        <input {...shared} aria-label={`${name}: from`} value={from} placeholder="any" onChange={(event) => set(event.currentTarget.value, to)} />
        <span class="soft">to</span>
        <input {...shared} aria-label={`${name}: to`} value={to} placeholder="any" onChange={(event) => set(from, event.currentTarget.value)} />
      </span>
      {help && <span class="soft">{help}</span>}
    </div>
  );
}
