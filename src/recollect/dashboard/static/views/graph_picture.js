// The graph as a picture: names in boxes that never cover each other.
import { html, useEffect, useRef } from '../ui.js';
import { imported } from '../api.js';
import { Fault, useLoaded } from '../components.js';
import { colourOf, themeColour, useTheme } from '../view_components.js';
import { layOut, widthOf, wordsWithRoom } from './graph_layout.js';

// The text on each has a contrast of at least 4.5: white on the first of a pair, for the light theme, and nearly black on the second.
export const COLOURS = {
  person: 'light-dark(#0f766e, #2dd4bf)', animal: 'light-dark(#92400e, #fcd34d)', company: 'light-dark(#2563eb, #93c5fd)', place: 'light-dark(#b93c0a, #fdba74)', project: 'light-dark(#7c3aed, #c4b5fd)',
  tool: 'light-dark(#4a730e, #bef264)', concept: 'light-dark(#57534e, #d6d3d1)', event: 'light-dark(#be185d, #f9a8d4)',
};
const short = (name) => (name.length > 32 ? `${name.slice(0, 31)}…` : name);

export function Picture({ relations, typeOf, centre, onChoose, onSource }) {
  const box = useRef(null);
  const drawn = useRef(null);
  const theme = useTheme();
  const shape = relations.map((one) => [one.subject, typeOf(one.subject), one.relation, one.object, typeOf(one.object)].join('\0')).join('\n');
  const library = useLoaded(() => imported('./vendor/cytoscape.js'), []);
  useEffect(() => {
    if (!library.data) return;
    drawn.current?.destroy();
    const places = layOut(relations, centre, short, box.current.clientWidth / box.current.clientHeight);
    const graph = library.data.default({
      container: box.current, elements: elements(relations, places, typeOf, centre), style: styles(), layout: { name: 'preset', fit: true, padding: 24 }, minZoom: 0.2, maxZoom: 1.6,
    });
    graph.on('tap', 'node', (event) => onChoose(event.target.data('name')));
    graph.on('tap', 'edge', (event) => onSource(relations[event.target.data('at')]));
    graph.on('mouseover', 'node', (event) => event.target.connectedEdges().addClass('pointed'));
    graph.on('mouseout', 'node', (event) => event.target.connectedEdges().removeClass('pointed'));
    drawn.current = graph;
  }, [library.data, shape, centre, theme]);
  useEffect(() => () => drawn.current?.destroy(), []);
  return html`<${Fault} of=${library} /><div class="graph card" ref=${box} role="img" aria-label=${`A graph of ${relations.length} relations, listed as text below`}></div>`;
}

function elements(relations, places, typeOf, centre) {
  const worded = wordsWithRoom(relations, places);
  return [
    ...[...places].map(([name, { x, y }]) => ({
      data: { id: `node ${name}`, name, label: short(name), colour: colourOf(COLOURS[typeOf(name)] ?? COLOURS.concept) }, position: { x, y }, classes: name === centre ? 'centre' : '',
    })),
    ...relations.map((one, at) => ({
      data: { id: `edge ${at}`, at, source: `node ${one.subject}`, target: `node ${one.object}`, label: one.relation }, classes: worded.has(at) ? 'worded' : '',
    })),
  ];
}

function styles() {
  const [soft, paper, ink, accent] = ['--soft', '--card', '--ink', '--accent'].map(themeColour);
  const words = { label: 'data(label)', 'font-size': 11, color: ink, 'text-background-color': paper, 'text-background-opacity': 1, 'text-background-padding': 2 };
  return [
    { selector: 'node', style: {
      label: 'data(label)', 'background-color': 'data(colour)', color: colourOf('light-dark(#ffffff, #141312)'), 'font-size': 13, 'text-valign': 'center', 'text-halign': 'center',
      shape: 'round-rectangle', width: (node) => widthOf(node.data('label')), height: 28,
    } },
    { selector: '.centre', style: { 'font-weight': 700, 'border-width': 3, 'border-color': ink } },
    { selector: 'edge', style: { 'curve-style': 'straight', 'target-arrow-shape': 'triangle', 'arrow-scale': 0.9, width: 1.5, 'line-color': soft, 'target-arrow-color': soft } },
    { selector: '.worded', style: words },
    { selector: '.pointed', style: { ...words, 'line-color': accent, 'target-arrow-color': accent, 'z-index': 2 } },
  ];
}
