import type { RecentWorkItem } from '../../diary/ports/recent-work-items.ts'
import { sha256 } from '../../files/sha256.ts'
import { Fault } from '../../kernel/fault.ts'
import type { OpenRecord } from '../../records/open-records.ts'
import { type Instruction, resolveInstruction } from '../library/instruction.ts'
import type { Library, LibraryPrompt, LibraryStatement } from '../library/library.ts'
import { fill, type Values } from '../library/placeholders.ts'
import type { StatementKey } from '../library/statements-file.ts'
import type { TextKey } from '../limits.ts'
import {
  between,
  blockWeight,
  type Draft,
  draftText,
  draftWeight,
  estimatedTokens,
  type Piece,
  piece,
} from './draft.ts'
import { type BlockFacts, factLines, moreRecords, recordLine, workItemLine } from './facts.ts'
import type { Block, Dropped, Section, Why } from './schema.ts'

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

/** Leaves out what may be left out, least needed first, until the estimate fits; what people wrote stays whole. */
function fitToBudget(composition: Composition, budget: number | undefined) {
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

function everything({ records, workItems }: Composition): Inclusion {
  return { records: records.length, workItems: workItems.length, toolUsage: true, orientation: true }
}

function* steps({ toolUsage, orientation }: Composition, all: Inclusion): Generator<Inclusion> {
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

function describeDropped({ records, workItems, toolUsage, orientation }: Composition, all: Inclusion, kept: Inclusion) {
  const dropped = [
    ...workItems.slice(kept.workItems).map(each => drop('recent work', each)),
    ...records.slice(kept.records).map(each => drop('open records', each)),
    ...(toolUsage && !kept.toolUsage ? [drop('tools', toolUsage)] : []),
    ...(orientation && !kept.orientation ? [drop('orientation', orientation)] : []),
  ]
  const notices = [
    ...leftOutText(all.workItems - kept.workItems, 'work item'),
    ...leftOutText(all.records - kept.records, 'open record'),
    ...(kept.toolUsage ? [] : ['The budget left out the prompt tool-usage.']),
    ...(kept.orientation ? [] : ['The budget left out the orientation prompt.']),
  ]
  return { dropped, notices }
}

function drop(section: string, { text, why, weight }: Piece): Dropped {
  return { section, what: text, estimatedTokens: estimatedTokens(weight), why }
}

function leftOutText(n: number, what: string): string[] {
  return n === 0 ? [] : [`The budget left out ${n} ${what}${n === 1 ? '' : 's'}.`]
}

function tooSmall(drafts: readonly Draft[], budget: number): Fault {
  const sections = drafts.map(draft => ({ name: draft.name, estimatedTokens: estimatedTokens(draftWeight(draft)) }))
  const largest = sections.sort((a, b) => b.estimatedTokens - a.estimatedTokens).slice(0, 3)
  return new Fault('BUDGET_TOO_SMALL', 'What must be in the block does not fit the budget.', {
    details: { estimate: estimatedTokens(blockWeight(drafts)), budget, largest },
  })
}

/** Everything a block is made from. */
interface BlockInput {
  facts: BlockFacts
  /** Stored texts; blank where there is none. */
  texts: Readonly<Record<TextKey, string>>
  additionalInstructions: string
  library: Library
  openRecords: { shown: readonly OpenRecord[]; total: number }
  workItems: readonly RecentWorkItem[]
}

/** How much of what may be left out stays in. */
interface Inclusion {
  records: number
  workItems: number
  toolUsage: boolean
  orientation: boolean
}

interface Composition {
  /** The sections in order, with as much as is to be kept. */
  drafts(kept: Inclusion): Draft[]
  /** What the parts that may be left out consist of. */
  records: Piece[]
  workItems: Piece[]
  toolUsage: (Piece & { builtin: boolean }) | undefined
  orientation: (Piece & { builtin: boolean }) | undefined
  notices: string[]
}

function compose(ingredients: BlockInput): Composition {
  const { facts, texts, additionalInstructions, library, openRecords } = ingredients
  const values = placeholderValues(facts, texts)
  const statementFor = (key: StatementKey) => statementPiece(library, key, values)
  const prompt = (key: string) => findPromptPiece(library.prompts, key, values)
  const stored = (key: TextKey) => piece(texts[key], { source: 'project', id: `customData.${key}` })
  const monorepo = facts.row.is_monorepo === 1
  const orientation =
    (monorepo ? prompt('context-initialization-monorepo') : undefined) ?? prompt('context-initialization')
  const toolUsage = prompt('tool-usage')
  const records = openRecords.shown.map(recordLine)
  const workItems = ingredients.workItems.map(workItemLine)
  const instruction = resolveInstruction(library.prompts, facts.instruction)

  return {
    records,
    workItems,
    toolUsage,
    orientation,
    notices: instruction.kind === 'unknown' ? ['No prompt matches the instruction; see prompt_list.'] : [],
    drafts(kept) {
      const tools = texts.availableTools.trim()
        ? [statementFor('tool-intro-statement'), stored('availableTools')]
        : undefined
      const left = openRecords.total - kept.records
      const all: (Draft | undefined)[] = [
        paragraphs('intro', [statementFor(`${facts.workType}-project-statement`)]),
        paragraphs('project', [factsPiece(facts)], '### Current Work Context'),
        kept.orientation && orientation ? paragraphs('orientation', [orientation]) : undefined,
        paragraphs(
          'tools',
          [...(tools ?? [statementFor('no-tools-statement')]), ...(kept.toolUsage && toolUsage ? [toolUsage] : [])],
          '### 3rd-Party Tools & MCP',
        ),
        monorepo
          ? paragraphs(
              'monorepo',
              [statementFor('monorepo-statement'), ...(texts.monorepoNote.trim() ? [stored('monorepoNote')] : [])],
              '### Monorepo Note',
            )
          : undefined,
        texts.recentEvents.trim()
          ? paragraphs('state', [stored('recentEvents')], heading('current-events-header', '### Current Project State'))
          : undefined,
        lines('open records', '### Open Records', [
          ...records.slice(0, kept.records),
          ...(kept.records > 0 && left > 0 ? [moreRecords(left)] : []),
        ]),
        lines('recent work', '### Recent Work Items', workItems.slice(0, kept.workItems)),
        paragraphs('instruction', instructionPieces(instruction), '### Instruction Prompt'),
        texts.additionalNotes.trim()
          ? paragraphs(
              'notes',
              [stored('additionalNotes')],
              heading('additional-notes-header', '## Additional Instructions'),
            )
          : undefined,
        additionalInstructions
          ? paragraphs('extra', [piece(additionalInstructions, { source: 'argument', id: 'additionalInstructions' })])
          : undefined,
      ]
      return all.filter(draft => draft !== undefined)
    },
  }

  function heading(key: StatementKey, fallback: string): string {
    const replaced = library.statements.get(key)
    return replaced ? fill(replaced.template, values) : fallback
  }

  function instructionPieces(found: Instruction): Piece[] {
    switch (found.kind) {
      case 'none':
        return [statementFor('custom-instruction-statement')]
      case 'prompt':
        return [statementFor('instruction-intro-statement'), promptPiece(found.prompt, values)]
      case 'literal':
        return [
          statementFor('instruction-intro-statement'),
          piece(found.text, { source: 'project', id: 'instruction' }),
        ]
      case 'unknown':
        return [statementFor('custom-instruction-statement'), noPrompt(found.text)]
    }
  }
}

function paragraphs(name: string, pieces: Piece[], title?: string): Draft {
  return { name, joint: '\n\n', pieces, ...(title !== undefined && { title }) }
}

function lines(name: string, title: string, pieces: Piece[]): Draft | undefined {
  return pieces.length === 0 ? undefined : { name, title, joint: '\n', pieces }
}

function factsPiece(facts: BlockFacts): Piece {
  return piece(factLines(facts), { source: 'project', id: facts.row.id, tick: facts.row.tick })
}

function statementPiece({ statements }: Library, key: StatementKey, values: Values): Piece {
  const statement = statements.get(key)
  if (!statement) throw new Error(`The statement ${key} is not shipped.`)
  return piece(fill(statement.template, values), originOf('statement', statement))
}

function findPromptPiece(prompts: readonly LibraryPrompt[], key: string, values: Values) {
  const found = prompts.find(prompt => prompt.key === key)
  return found && { ...promptPiece(found, values), builtin: found.layer === 'builtin' }
}

function promptPiece(prompt: LibraryPrompt, values: Values): Piece {
  return piece(fill(prompt.template, values), originOf('prompt', prompt))
}

function originOf(source: 'statement' | 'prompt', { key, layer, file, sha256 }: LibraryPrompt | LibraryStatement): Why {
  return { source, id: key, layer, file, sha256 }
}

function noPrompt(instruction: string): Piece {
  const text = `No prompt in the library matches the instruction '${instruction}'. Use prompt_list to see what exists.`
  return piece(text, { source: 'project', id: 'instruction' })
}

/** Every name that prompts and statements may ask for; those without a value are here with an empty text. */
function placeholderValues(facts: BlockFacts, texts: Readonly<Record<TextKey, string>>): Values {
  const { row, slice, taskFile, instruction, developmentPhase, workType, currentDate } = facts
  const [, index = '', name = ''] = /^(\d+)-slice\.(.*)$/s.exec(slice.replace(/\.md$/, '')) ?? []
  const date = row.project_date ?? ''
  return new Map([
    ['project', row.name],
    ['projectName', row.name],
    ['projectId', row.id],
    ['description', row.description],
    ['template', row.template],
    ['slice', slice],
    ['sliceindex', index],
    ['slicename', name],
    ['taskFile', taskFile],
    ['task-file', taskFile],
    ['instruction', instruction],
    ['developmentPhase', developmentPhase],
    ['development-phase', developmentPhase],
    ['phase', developmentPhase],
    ['workType', workType],
    ['projectDate', date],
    ['project-date', date],
    ['projectdate', date],
    ['currentDate', currentDate],
    ['isMonorepo', String(row.is_monorepo === 1)],
    ...Object.entries(texts),
  ])
}
