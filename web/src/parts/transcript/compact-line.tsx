import './transcript.css'
import {
  Bot,
  CornerDownRight,
  FilePen,
  FileText,
  Globe,
  ListTodo,
  type LucideIcon,
  MessageCircleQuestionMark,
  Plug,
  Search,
  Sparkles,
  SquareTerminal,
  TriangleAlert,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import type { CompactRecord } from '../../../../src/diary/workspace/transcript.ts'
import { formatSize } from '../../../../src/kernel/numbers.ts'
import { familyOf } from '../../../../src/transcripts/agents.ts'
import type { ToolFamily } from '../../../../src/transcripts/event.ts'
import { argumentsIn } from './arguments-in-call.ts'
import { CallEdits, CallInput, useLineEdits } from './call-input.tsx'
import type { Place } from './fetched-lines.ts'
import { safeText } from './safe-text.ts'
import { ShownText } from './shown-text.tsx'

interface Props {
  place: Place
  record: CompactRecord
  words: string
  open: boolean
  onOpen: () => void
  /** Results are shown whole from the start. */
  unfolded?: boolean
}

/** The content of one line: its author, its calls, and the results indented below them. */
export function CompactLine({ place, record, unfolded = false, ...text }: Props) {
  const firstEdit = record.tool_uses.findIndex(({ name }) => familyOf(name) === 'edit')
  const { edits, isLoading } = useLineEdits(place, record, firstEdit >= 0)
  const { role, text_preview, tool_uses, tool_results, content_kinds, truncated } = record
  if (isMalformed(record)) return <MalformedLine bytes={record.raw_bytes} />
  const isBare = text_preview === null && tool_uses.length === 0 && tool_results.length === 0
  const hasOmittedThought = content_kinds.includes('thinking')
  return (
    <>
      {isBare && !hasOmittedThought && <p className="muted text-xs">{safeText(record.summary)}</p>}
      {hasOmittedThought && <p className="muted text-xs">Reasoning, left out of the compact view</p>}
      {text_preview !== null && (
        <div className={`line-said stack ${role === 'user' ? 'by-user' : ''}`}>
          <span className="line-speaker muted text-xs">{authorOf(record)}</span>
          <ShownText text={text_preview} prose={role === 'assistant'} {...text} />
        </div>
      )}
      {tool_uses.map((use, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls of one line have no identity but their place
        <div key={index} className="line-call stack items-baseline">
          <ToolIcon family={familyOf(use.name)} />
          <span className="line-tool">{safeText(use.name)}</span>
          {(isLoading || edits.length > 0) && familyOf(use.name) === 'edit' ? (
            // What all calls of the line change is shown once.
            index === firstEdit && <CallEdits edits={edits} />
          ) : (
            <>
              <CallInput input={use.input_summary} {...text} />
              {use.truncated && <Trimmed />}
            </>
          )}
        </div>
      ))}
      {tool_results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results of one line have no identity but their place
        <ToolResult key={index} result={result} unfolded={unfolded} {...text} />
      ))}
      {truncated && !hasOmittedThought && tool_uses.length + tool_results.length === 0 && <Trimmed />}
    </>
  )
}

interface ResultProps extends Omit<Props, 'record' | 'place'> {
  result: CompactRecord['tool_results'][number]
}

/** The answer to a call: what it is about and its first line, the rest on demand. */
function ToolResult({ result, unfolded, ...text }: ResultProps) {
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? unfolded ?? false
  // What an agent answers as JSON is read as its arguments are.
  const shown =
    argumentsIn(result.preview)
      ?.map(pair => pair.join(': '))
      .join('\n') ?? result.preview
  const [head = '', ...rest] = shown.split('\n')
  const isFoldable = rest.length > 0 || head.length > shortAnswer
  return (
    <div className={result.status === 'error' ? 'line-result failed stack' : 'line-result stack'}>
      <CornerDownRight aria-hidden="true" className="line-turn mt-2 muted" />
      <p className="flex items-baseline gap-8 min-w-0 muted text-xs">
        {result.kind === 'command' && <ToolIcon family="shell" />}
        {result.kind === 'file' && <ToolIcon family="read" />}
        <span className="hidden-text">Result of </span>
        <span className="truncate mono-face text-2xs">
          {safeText(result.file_path ?? result.command?.split('\n')[0] ?? 'Result')}
        </span>
        {result.status && <span className="line-status fixed-size">{safeText(result.status)}</span>}
        <span className="fixed-size">{formatSize(result.raw_bytes)}</span>
        {result.truncated && <Trimmed />}
        {isFoldable && (
          <button
            type="button"
            className="fixed-size underlined tone-accent"
            tabIndex={-1}
            aria-expanded={isOpen}
            onClick={() => setChosen(!isOpen)}
          >
            {isOpen ? 'Fold' : 'Show result'}
          </button>
        )}
      </p>
      {shown !== '' && (isOpen || !isFoldable) && <ShownText text={shown} mono {...text} />}
      {!isOpen && isFoldable && <p className="truncate muted mono-face text-2xs">{safeText(head)}</p>}
    </div>
  )
}

const shortAnswer = 120

export function isMalformed({ record_type, summary }: CompactRecord): boolean {
  return record_type === 'unknown' && summary === 'Malformed JSONL line.'
}

function MalformedLine({ bytes }: { bytes: number }) {
  return (
    <p className="inline-row gap-8 px-10 rounded-s bg-warn tone-warn text-xs">
      <TriangleAlert aria-hidden="true" />
      {bytes === 0 ? 'Empty line' : `Malformed line of ${formatSize(bytes)}: not a JSON object`}
    </p>
  )
}

function Trimmed() {
  return <span className="border-dashed fixed-size px-6 rounded-s muted text-2xs">trimmed</span>
}

function authorOf({ role, record_type }: CompactRecord): string {
  if (role === 'user') return 'User'
  if (role === 'assistant') return 'Agent'
  return safeText(role ?? record_type)
}

/** The icon of a tool's family, the same beside its call and its result. */
function ToolIcon({ family }: { family: ToolFamily }) {
  const Icon = icons[family]
  return <Icon aria-hidden="true" className="align-start mt-2 tone-accent" />
}

const icons: { [family in ToolFamily]: LucideIcon } = {
  edit: FilePen,
  read: FileText,
  search: Search,
  shell: SquareTerminal,
  web: Globe,
  plan: ListTodo,
  delegate: Bot,
  ask: MessageCircleQuestionMark,
  skill: Sparkles,
  mcp: Plug,
  other: Wrench,
}
