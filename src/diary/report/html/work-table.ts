import type { ReportItem } from '../schema.ts'
import { itemStateText } from '../text/names.ts'
import { html, type Markup, prose } from './markup.ts'

interface WorkRow {
  asked: Markup
  result: Markup
  checked: string | undefined
  open: string | undefined
}

/** What was asked, what came of it, how it was checked and what is left: a row per piece of work. */
export function workTable(rows: readonly WorkRow[]): Markup {
  return html`<table class="work"><thead><tr><th scope="col">Asked</th><th scope="col">Result</th><th scope="col">Checked</th><th scope="col">Open</th></tr></thead><tbody>${rows.map(
    ({ asked, result, checked, open }) =>
      html`<tr><th scope="row">${asked}</th><td data-head="Result">${result}</td>${told('Checked', checked)}${told('Open', open)}</tr>`,
  )}</tbody></table>`
}

function told(head: string, text: string | undefined): Markup {
  return text === undefined || text === ''
    ? html`<td class="none">–</td>`
    : html`<td data-head="${head}">${prose(text)}</td>`
}

export function stateChip(item: Pick<ReportItem, 'disposition' | 'waits_for_answer'>): Markup | false {
  if (item.disposition === null) return false
  const tone = item.waits_for_answer ? 'calm' : tones[item.disposition]
  return html`<span class="chip ${tone}">${itemStateText(item)}</span>`
}

const tones: { [disposition in NonNullable<ReportItem['disposition']>]: string } = {
  completed: 'good',
  failed: 'bad',
  blocked: 'bad',
  interrupted: 'warn',
  clarification: 'calm',
}

/** A section whose heading opens it; a link to something in it opens it as well. */
export function fold(id: string, title: string, body: Markup, more = ''): Markup {
  return html`<details class="fold"><summary><h2 id="${id}">${title}</h2>${more !== '' && html`<span class="meta">${more}</span>`}</summary><section aria-labelledby="${id}">${body}</section></details>`
}
