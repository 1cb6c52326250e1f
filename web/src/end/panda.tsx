// The panda, which is glad.

/** A picture of a panda. It is decoration. */
export function Panda({ size = 72 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 60" width={size} height={(size * 60) / 64} aria-hidden="true" style={{ flex: "none" }}>
      <g fill="#23262b" stroke="#fff" stroke-width="1.5">
        <circle cx="12" cy="13" r="10" /><circle cx="52" cy="13" r="10" />
      </g>
      <ellipse cx="32" cy="33" rx="28" ry="25" fill="#fff" stroke="#23262b" stroke-width="2" />
      <g fill="#23262b">
        <ellipse cx="20" cy="31" rx="7.5" ry="9" transform="rotate(28 20 31)" />
        <ellipse cx="44" cy="31" rx="7.5" ry="9" transform="rotate(-28 44 31)" />
        <path d="M28.5 39.5h7c1.6 0 2 1.5 1 2.6l-3 3c-.9.8-2.1.8-3 0l-3-3c-1-1.1-.6-2.6 1-2.600z" />
      </g>
      {/* Eyes that are closed with joy, and a smile. */}
      <g fill="none" stroke-width="2.2" stroke-linecap="round">
        <path stroke="#fff" d="M16.5 31.500q3.5-4.5 7 0M40.5 31.500q3.5-4.5 7 0" />
        <path stroke="#23262b" d="M24.5 47.500q3.8 4.5 7.5.300q3.7 4.2 7.5-.3" />
      </g>
      <g fill="#f3a6a0"><circle cx="12" cy="42" r="3.2" /><circle cx="52" cy="42" r="3.2" /></g>
    </svg>
  );
}
