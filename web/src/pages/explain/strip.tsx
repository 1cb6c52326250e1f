// The boards of a step with branches, in the order of its text.

import type { Picture } from "../../model/picture";
import { capital } from "../../model/words";
import { Drawn } from "../../picture/figure";

export function Strip({ pictures }: { pictures: readonly Picture[] }) {
  if (!pictures.length) return null;
  return (
    <section class="walk-strip" aria-label="The branches on boards">
      {pictures.map((picture) => (
        <figure key={picture.title}>
          <figcaption>{capital(picture.title)}</figcaption>
          <Drawn picture={picture} />
        </figure>
      ))}
    </section>
  );
}
