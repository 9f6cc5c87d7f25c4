import { turnKey } from '../../workspace/refs.ts'
import type { Citation, ItemPart, ReportItem, ReportProject } from '../schema.ts'

/** The parts of a piece of work as people read them. */
export const partNames: { [part in ItemPart]: string } = {
  asked: 'Asked',
  done: 'Done',
  checked: 'Checked',
  open: 'Left open',
}

/** Heads the questions of a day; an item that asks one has the same state. Reports are read by others as well. */
export const waitingWords = 'Waiting for an answer'

/** How the synthesizer begins what is open of an item that asks. */
const asks = 'Waiting for your answer'

/** An open item where a heading or a state says already that it waits: the question alone. */
export function questionText(text: string): string {
  if (text === asks || text === `${asks}.`) return ''
  return text.startsWith(`${asks}: `) ? text.slice(asks.length + 2) : text
}

/** The same where nothing else may say that it waits. */
export function openText(text: string): string {
  return questionText(text) || waitingWords
}

type ShownItem = Pick<ReportItem, 'parts' | 'last_message' | 'sentence' | 'outcomes'>

export function partOf({ parts }: Pick<ReportItem, 'parts'>, part: ItemPart): ReportItem['parts'][number] | undefined {
  return parts.find(each => each.part === part)
}

/** What came of it: what is seen of it, else what the agent said; reports of earlier versions say it in one sentence. */
export function resultText(item: ShownItem): string {
  const done = partOf(item, 'done')
  if (done) return done.text
  if (item.last_message) return `The agent answered “${item.last_message.text}”`
  if (item.parts.length > 0) return ''
  return item.sentence?.text ?? item.outcomes[0]?.summary ?? ''
}

/** Finds the work item a claim of the summary comes from, by what it cites first. */
export function itemFinder(projects: ReadonlyArray<Pick<ReportProject, 'project_key' | 'work_items'>>) {
  const items = new Map<string, ReportItem>()
  for (const { project_key, work_items } of projects) {
    for (const item of work_items) {
      for (const turn of item.covered_turns) items.set(`${project_key}/${turnKey(turn)}`, item)
    }
  }
  return ([cited]: readonly Citation[]): ReportItem | undefined =>
    cited && items.get(`${cited.project_key}/${turnKey(cited)}`)
}
