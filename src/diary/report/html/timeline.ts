import { cut } from '../../extract/text.ts'
import { type TerminalType, terminalTypes } from '../../schema.ts'
import { turnKey } from '../../workspace/refs.ts'
import { barHeight, clockTime, layOutTimeline, summarizeTimeline, type TurnBar, tickLabel } from '../charts/timeline.ts'
import { terminalNames } from '../text/names.ts'
import type { ReportView } from '../view.ts'
import { figure, legendOf, width } from './charts.ts'
import { html, type Markup } from './markup.ts'

const ground = { left: 164, right: width - 14, top: 26, above: 8, below: 8, tickHours: 3 }

/** When the agents worked: a lane per project, a bar per turn. */
export function timelineChart(view: ReportView): Markup | false {
  const { window, timezone, projects, statistics } = view.report
  const { timeline } = statistics
  if (timeline.length === 0 || !(Date.parse(window.end) > Date.parse(window.start))) return false
  const { lanes, ticks, bottom } = layOutTimeline({ window, timezone, projects, timeline }, ground)
  const used = new Set(timeline.map(({ terminal }) => swatchOf(terminal)))
  return figure({
    id: 'timeline',
    title: 'Timeline',
    summary: summarizeTimeline(timeline, ticks),
    height: bottom + 8,
    hasLinks: true,
    isSection: true,
    legend: legendOf(
      [...terminalTypes, null]
        .filter(type => used.has(swatchOf(type)))
        .map(type => [swatchOf(type), type === null ? 'No evidence' : terminalNames[type]]),
    ),
    body: html`${lanes.map(
      ({ y, height }, index) =>
        html`<rect class="${index % 2 === 1 ? 'lane odd' : 'lane'}" x="0" y="${y}" width="${width}" height="${height}"/>`,
    )}
${ticks.map(
  tick =>
    html`<path class="${tick.change === undefined ? 'tick' : 'tick change'}" d="M${tick.x} ${ground.top - 4} V${bottom}"/><text class="hour" x="${tick.x}" y="14" text-anchor="middle">${tickLabel(tick)}</text>`,
)}
${lanes.map(
  ({ label, y, bars }) =>
    html`<text class="label strong" x="10" y="${y + ground.above + 11}">${cut(label, 20)}<title>${label}</title></text>
${bars.map(bar => turnBar(view, bar))}`,
)}`,
    head: ['Turn', 'Project', 'From', 'To', 'Ended'],
    rows: timeline.map(entry => [
      `${entry.session_ref} ${entry.turn_ref}`,
      view.labels.get(entry.project_key) ?? entry.project_key,
      clockTime(entry.start),
      clockTime(entry.end),
      entry.terminal === null ? 'No evidence' : terminalNames[entry.terminal],
    ]),
  })
}

function turnBar(view: ReportView, { entry, x, y, width, goesOn }: TurnBar): Markup {
  const citation = view.evidence.get(entry.project_key)?.citations.get(turnKey(entry))
  const state = entry.terminal === null ? 'no evidence' : terminalNames[entry.terminal]
  const name = `${view.labels.get(entry.project_key) ?? entry.project_key}, ${entry.session_ref} ${entry.turn_ref}, ${clockTime(entry.start)} to ${clockTime(entry.end)}, ${state}`
  const shape = html`<rect class="${swatchOf(entry.terminal)} ${entry.materiality ?? 'none'}" x="${x}" y="${y}" width="${width}" height="${barHeight}" rx="2"/>${goesOn && html`<path class="arrow" d="M${ground.right + 1} ${y} l7 6 l-7 6 z"/>`}<title>${name}</title>`
  const href = citation ? view.cited(citation).href : null
  return href === null ? html`<g>${shape}</g>` : html`<a href="${href}" aria-label="${name}">${shape}</a>`
}

function swatchOf(terminal: TerminalType | null): string {
  return `state-${terminal ?? 'none'}`
}
