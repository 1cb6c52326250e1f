// A technique's sign: the pattern of its example, too small for digits, in the colors of pictures.

import type { Sign } from "../../api/answers";
import "../../picture/palette.css";

export function TechniqueSign({ sign: { order, parts } }: { sign: Sign }) {
  return (
    <svg class="sign pandoku" viewBox={`-0.15 -0.15 ${order + 0.3} ${order + 0.3}`} aria-hidden="true">
      {parts.map(([role, path]) => <path key={role} class={role} d={path} />)}
    </svg>
  );
}
