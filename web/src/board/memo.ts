// Components that are rendered again only if one of their properties changes.

import { Component, type ComponentChild, type ComponentClass } from "preact";

/** Do not render a component again if all its properties have the same values as before. */
export function memo<P extends object>(shown: (props: P) => ComponentChild): ComponentClass<P> {
  return class Kept extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      for (const name in next) if (next[name] !== this.props[name]) return true;
      return false;
    }

    override render(props: P) {
      return shown(props);
    }
  };
}
