// Preact and htm in one module for all views.
import { h, render, Fragment } from './vendor/preact.js';
import htm from './vendor/htm.js';

export * from './vendor/hooks.js';
export { render, Fragment };

const WRITTEN = new Set(['input', 'textarea']);
/** As `h`; what people wrote, of the class `said` or in a field, has the direction of its own first letter. */
const withDirection = (type, props, ...children) =>
  h(type, WRITTEN.has(type) || (typeof type === 'string' && /\bsaid\b/.test(props?.class)) ? { dir: 'auto', ...props } : props, ...children);
export const html = htm.bind(withDirection);
