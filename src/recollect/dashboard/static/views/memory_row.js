// One memory in the list: its words and what to know about them. A click opens its panel.
import { html } from '../ui.js';
import { part } from '../api.js';
import { Badge } from '../components.js';
import { Icon } from '../icons.js';
import { STATUS, STATUS_COLOUR } from '../labels.js';
import { go, linkTo, opening } from '../route.js';
import { restore } from './memory_actions.js';
import { About, Validity } from './marks.js';
import { Content, KindDot, SaidBy, isExpired } from './quotation.js';

const CONTROLS = 'a, button, input, select, label';

export function MemoryRow({ memory, named, isOpen, isSelected, onSelect }) {
  const isGone = memory.status === 'deleted';
  const { href, ...place } = linkTo(memory.id, memory.agent_id);
  const open = (event) => {
    if (event.target.closest(CONTROLS) || !getSelection().isCollapsed) return;
    go(null, opening(memory.id, memory.agent_id), { replace: isOpen });
  };
  return html`<li class=${`memory ${isGone ? 'gone' : ''} ${isSelected ? 'selected' : ''} ${isOpen ? 'open' : ''}`} tabindex="-1" onClick=${open} ...${place}>
    <input type="checkbox" class="pick" checked=${isSelected} aria-label=${`Select: ${memory.content.slice(0, 60)}`} onChange=${onSelect} />
    <div class="what">
      <a class="words clamp" href=${href} aria-current=${isOpen ? 'true' : undefined}><${Content} memory=${memory} inline /></a>
      <div class="row marks">
        <span class="by"><${KindDot} kind=${memory.kind} /></span>
        <span class="by"><${SaidBy} memory=${memory} /></span>
        ${named && html`<a class="said small" href=${`#/memories?agent=${part(memory.agent_id)}`}>${memory.agent_id}</a>`}
        ${memory.status !== 'active' && html`<${Badge} kind=${STATUS_COLOUR[memory.status]}>${STATUS[memory.status]}</${Badge}>`}
        ${isExpired(memory) && html`<${Badge} title="What it says is over; contexts do not show it as true">expired</${Badge}>`}
        ${memory.pinned && html`<${Badge} kind="accent"><${Icon} name="pin" />pinned</${Badge}>`}
        ${memory.edited && html`<${Badge}>edited</${Badge}>`}
        <${About} memory=${memory} /><${Validity} memory=${memory} />
        ${memory.tags.filter((tag) => tag !== memory.attribute && !(memory.standing && tag === 'instruction')).map((tag) => html`<${Badge} key=${tag}>#${tag}</${Badge}>`)}
      </div>
    </div>
    ${['deleted', 'superseded', 'archived'].includes(memory.status) && html`<button class="again" onClick=${() => restore(memory)}>Restore</button>`}
  </li>`;
}
