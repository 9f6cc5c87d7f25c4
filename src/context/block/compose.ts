import type { RecentWorkItem } from '../../diary/ports/recent-work-items.ts'
import type { OpenRecord } from '../../records/open-records.ts'
import { type Instruction, resolveInstruction } from '../library/instruction.ts'
import type { Library, LibraryPrompt, LibraryStatement } from '../library/library.ts'
import { fill, type Values } from '../library/placeholders.ts'
import type { StatementKey } from '../library/statements-file.ts'
import type { TextKey } from '../limits.ts'
import { type Draft, type Piece, piece } from './draft.ts'
import { type BlockFacts, factLines, moreRecords, recordLine, workItemLine } from './facts.ts'
import type { Why } from './schema.ts'

/** Everything a block is made from. */
export interface BlockInput {
  facts: BlockFacts
  /** Stored texts; blank where there is none. */
  texts: Readonly<Record<TextKey, string>>
  additionalInstructions: string
  library: Library
  openRecords: { shown: readonly OpenRecord[]; total: number }
  workItems: readonly RecentWorkItem[]
}

/** How much of what may be left out stays in. */
export interface Kept {
  records: number
  workItems: number
  toolUsage: boolean
  orientation: boolean
}

export interface Composition {
  /** The sections in order, with as much as is to be kept. */
  drafts(kept: Kept): Draft[]
  /** What the parts that may be left out consist of. */
  records: Piece[]
  workItems: Piece[]
  toolUsage: (Piece & { builtin: boolean }) | undefined
  orientation: (Piece & { builtin: boolean }) | undefined
  notices: string[]
}

export function compose(ingredients: BlockInput): Composition {
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
