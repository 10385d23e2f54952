// Where layouts change, for both scripts and styles. Component styles use `@media (--wide)`; svelte.config.js inserts the query.

/** Media queries by name. */
export const MEDIA = {
  /** Three columns need space. Everything else gets the phone layout, which has two columns on a tablet or a phone in landscape. */
  wide: "(min-width: 1201px) and (min-height: 561px)",
  handheld: "(max-width: 1200px), (max-height: 560px)",
  /** Three columns with little height or width: laptops. */
  "wide-low": "(min-width: 1201px) and (min-height: 561px) and (max-height: 840px)",
  "wide-medium": "(min-width: 1201px) and (min-height: 561px) and (max-height: 960px)",
  "wide-narrow": "(max-width: 1430px)",
  /** A phone in landscape. */
  low: "(max-height: 560px)",
  sideways: "(min-width: 700px) and (orientation: landscape)",
  tablet: "(min-width: 700px) and (max-width: 1200px), (max-height: 560px)",
  "tablet-upright": "(min-width: 700px) and (max-width: 1200px) and (min-height: 960px)",
  /** Pages outside the table: columns become one, and on a phone there is less space around them. */
  large: "(max-width: 1360px)",
  medium: "(max-width: 1100px)",
  narrow: "(max-width: 899px)",
  upright: "(max-width: 899px) and (orientation: portrait)",
  small: "(max-width: 640px)",
  tiny: "(max-width: 480px)",
};

/**
 * Replaces the names in styles with the queries.
 * @param {string} css
 */
export const withMedia = (css) =>
  css.replace(/@media \(--([a-z-]+)\)/g, (_, name) => {
    const query = MEDIA[name];
    if (!query) throw new Error(`breakpoints.js has no query named ${name}`);
    return `@media ${query}`;
  });
