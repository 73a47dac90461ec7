// Preact and htm in one module for all views.
import { h, render, Fragment } from './vendor/preact.js';
import htm from './vendor/htm.js';

export * from './vendor/hooks.js';
export { render, Fragment };
export const html = htm.bind(h);
