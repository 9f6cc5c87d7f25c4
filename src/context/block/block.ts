import { sha256 } from '../../files/sha256.ts'
import { Fault } from '../../kernel/fault.ts'
import { type BlockInput, type Composition, compose, type Kept } from './compose.ts'
import { between, blockWeight, type Draft, draftText, draftWeight, estimatedTokens, type Piece } from './draft.ts'
import type { Block, Dropped, Section } from './schema.ts'

/** The block for a new chat and an account of every part of it. */
export function buildBlock(ingredients: BlockInput, budget: number | undefined): Block {
  const composition = compose(ingredients)
  const { drafts, dropped, notices } = fitToBudget(composition, budget)
  const texts = drafts.map(draftText)
  return {
    text: texts.join(between),
    estimatedTokens: estimatedTokens(blockWeight(drafts)),
    sections: drafts.map((draft, index) => section(draft, texts[index] ?? '')),
    dropped,
    notices: [...ingredients.library.notices, ...composition.notices, ...notices],
  }
}

function section(draft: Draft, text: string): Section {
  const { name, title, pieces } = draft
  const bytes = Buffer.from(text)
  return {
    name,
    ...(title !== undefined && { title }),
    bytes: bytes.length,
    estimatedTokens: estimatedTokens(draftWeight(draft)),
    source: [...new Set(pieces.map(({ why }) => why.source))].join('+'),
    sha256: sha256(bytes),
    why: pieces.map(({ why }) => why),
  }
}

interface Fitted {
  drafts: Draft[]
  dropped: Dropped[]
  notices: string[]
}

/** Leaves out what may be left out, least needed first, until the estimate fits; what people wrote stays whole. */
function fitToBudget(composition: Composition, budget: number | undefined): Fitted {
  const all = everything(composition)
  let smallest: Draft[] = []
  for (const kept of steps(composition, all)) {
    const drafts = composition.drafts(kept)
    if (budget === undefined || estimatedTokens(blockWeight(drafts)) <= budget) {
      return { drafts, ...describeDropped(composition, all, kept) }
    }
    smallest = drafts
  }
  throw tooSmall(smallest, budget ?? 0)
}

/** Record lines that stay as long as anything that is not a person's can go instead. */
const recordsKeptLongest = 5

function everything({ records, workItems }: Composition): Kept {
  return { records: records.length, workItems: workItems.length, toolUsage: true, orientation: true }
}

function* steps({ toolUsage, orientation }: Composition, all: Kept): Generator<Kept> {
  yield all
  for (let workItems = all.workItems - 1; workItems >= 0; workItems--) yield { ...all, workItems }
  const noWork = { ...all, workItems: 0 }
  for (let records = all.records - 1; records >= recordsKeptLongest; records--) yield { ...noWork, records }
  const few = { ...noWork, records: Math.min(all.records, recordsKeptLongest) }
  const plain = { ...few, toolUsage: !toolUsage?.builtin }
  yield plain
  for (let records = few.records - 1; records >= 0; records--) yield { ...plain, records }
  yield { ...plain, records: 0, orientation: !orientation?.builtin }
}

function describeDropped({ records, workItems, toolUsage, orientation }: Composition, all: Kept, kept: Kept) {
  const dropped = [
    ...workItems.slice(kept.workItems).map(each => drop('recent work', each)),
    ...records.slice(kept.records).map(each => drop('open records', each)),
    ...(toolUsage && !kept.toolUsage ? [drop('tools', toolUsage)] : []),
    ...(orientation && !kept.orientation ? [drop('orientation', orientation)] : []),
  ]
  const notices = [
    ...counted(all.workItems - kept.workItems, 'work item'),
    ...counted(all.records - kept.records, 'open record'),
    ...(kept.toolUsage ? [] : ['The budget left out the prompt tool-usage.']),
    ...(kept.orientation ? [] : ['The budget left out the orientation prompt.']),
  ]
  return { dropped, notices }
}

function drop(section: string, { text, why, weight }: Piece): Dropped {
  return { section, what: text, estimatedTokens: estimatedTokens(weight), why }
}

function counted(n: number, what: string): string[] {
  return n === 0 ? [] : [`The budget left out ${n} ${what}${n === 1 ? '' : 's'}.`]
}

function tooSmall(drafts: readonly Draft[], budget: number): Fault {
  const sections = drafts.map(draft => ({ name: draft.name, estimatedTokens: estimatedTokens(draftWeight(draft)) }))
  const largest = sections.sort((a, b) => b.estimatedTokens - a.estimatedTokens).slice(0, 3)
  return new Fault('BUDGET_TOO_SMALL', 'What must be in the block does not fit the budget.', {
    details: { estimate: estimatedTokens(blockWeight(drafts)), budget, largest },
  })
}
