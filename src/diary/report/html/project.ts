import { plural } from '../../extract/text.ts'
import type { BuiltReport } from '../build.ts'
import { cite } from '../day.ts'
import { isMaterial } from '../report-items.ts'
import type { ReportItem } from '../schema.ts'
import { categoryNames, terminalNames } from '../text/names.ts'
import { messageFinder, type ReportView } from '../view.ts'
import { citing, confidenceChip } from './claims.ts'
import { html, type Markup, prose } from './markup.ts'

type Project = BuiltReport['projects'][number]
type Messages = Project['source_user_messages']

export function projectSection(view: ReportView, project: Project): Markup {
  const { project_key, project_label, summary, work_items, statistics } = project
  const minor = work_items.filter(item => !isMaterial(item))
  const messagesOf = messageFinder(project)
  return html`<section class="project" aria-labelledby="project-${project_key}">
<header><h3 id="project-${project_key}">${project_label}</h3><span class="key">${project_key}</span><span class="meta">${plural(statistics.turns, 'turn')} in ${plural(statistics.sessions, 'session')}</span></header>
${summary && html`<p>${prose(summary.text)} ${citing(view.cited, summary.citations, project_key)}</p>`}
${work_items.filter(isMaterial).map(item => itemCard(view, project, item, messagesOf(item)))}
${minor.length > 0 && minorItems(view, project, minor)}
</section>`
}

const dispositionTones: { [disposition: string]: string } = {
  completed: 'good',
  failed: 'bad',
  blocked: 'bad',
  interrupted: 'warn',
  clarification: 'calm',
}

function itemCard(view: ReportView, project: Project, item: ReportItem, said: Messages): Markup {
  const { project_key } = project
  return html`<article class="item" id="${project_key}-${item.work_item_ref}">
<header><h4>${item.title}</h4>${item.disposition !== null && html`<span class="chip ${dispositionTones[item.disposition]}">${item.disposition}</span>`}${confidenceChip(item.confidence)}<span class="ref">${item.work_item_ref}</span></header>
<ul class="outcomes">
${item.outcomes.map(
  ({ category, summary, confidence, citations }) =>
    html`<li><span class="kind">${categoryNames[category]}</span><span>${prose(summary)} ${citing(view.cited, citations, project_key)} <span class="sure">${confidence}</span></span></li>`,
)}
${item.terminal_states.map(
  ({ type, summary, citations }) =>
    html`<li><span class="kind">${terminalNames[type]}</span><span>${prose(summary)} ${citing(view.cited, citations, project_key)}</span></li>`,
)}
</ul>
${item.limits.length > 0 && html`<ul class="limits">${item.limits.map(limit => html`<li>${limit}</li>`)}</ul>`}
${story(view, project, item, said)}
</article>`
}

function story(view: ReportView, project: Project, item: ReportItem, said: Messages): Markup {
  return html`<details><summary>Trigger, actions and messages</summary><div class="story">
${item.trigger_summary !== null && html`<p>${prose(item.trigger_summary)}</p>`}
${item.agent_reaction_summary !== null && html`<p>${prose(item.agent_reaction_summary)}</p>`}
${item.main_actions.length > 0 && html`<ul>${item.main_actions.map(action => html`<li>${prose(action)}</li>`)}</ul>`}
${said.map(
  turn =>
    html`<p class="who">${turn.session_ref} ${turn.turn_ref}, verbatim</p>${turn.messages.map(message => html`<blockquote>${message}</blockquote>`)}`,
)}
<p>Covers ${citing(view.cited, covered(view, project, item), project.project_key)}</p>
</div></details>`
}

function minorItems(view: ReportView, project: Project, items: readonly ReportItem[]): Markup {
  const turns = items.reduce((sum, { covered_turns }) => sum + covered_turns.length, 0)
  return html`<details class="minor"><summary>Minor activity and gaps: ${plural(turns, 'turn')}</summary><ul>
${items.map(
  item =>
    html`<li><span class="ref">${item.work_item_ref}</span> ${item.title}. ${item.reason} ${citing(view.cited, covered(view, project, item), project.project_key)}</li>`,
)}
</ul></details>`
}

function covered({ evidence }: ReportView, { project_key }: Project, { covered_turns }: ReportItem) {
  const project = evidence.get(project_key)
  return project ? cite(project, covered_turns) : []
}
