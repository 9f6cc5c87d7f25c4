import './transcript.css'
import { useQuery } from '@tanstack/react-query'
import type { CompactRecord } from '../../../../src/diary/workspace/transcript.ts'
import { DiffView } from '../../ui/diff-view.tsx'
import { argumentsIn } from './arguments-in-call.ts'
import { editsIn, type ShownEdit } from './edits-in-call.ts'
import { largeLineQuery, type Place } from './fetched-lines.ts'
import { safeText } from './safe-text.ts'
import { ShownText } from './shown-text.tsx'
import { largeRaw } from './windows.ts'

/** The edits of a line whose calls change files; none where the line does not say them. */
export function useLineEdits(place: Place, { line, raw_bytes, tool_uses }: CompactRecord, isWanted: boolean) {
  const isCut = tool_uses.some(({ truncated }) => truncated)
  // Inputs are cut to their beginnings; the line itself has the whole of them.
  const whole = useQuery({ ...largeLineQuery(place, line), enabled: isWanted && isCut && raw_bytes <= largeRaw })
  const texts = isCut ? [whole.data ?? ''] : tool_uses.map(({ input_summary }) => input_summary)
  return { edits: isWanted ? texts.flatMap(editsIn) : [], isLoading: whole.isLoading }
}

/** What a call changes: old and new lines, file by file. */
export function CallEdits({ edits }: { edits: readonly ShownEdit[] }) {
  return (
    <div className="call-input stack gap-6">
      {edits.map((edit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: edits of one line have no identity but their place
        <OneEdit key={index} edit={edit} isNamed={edit.path !== edits[index - 1]?.path} />
      ))}
    </div>
  )
}

function OneEdit({ edit: { path, change }, isNamed }: { edit: ShownEdit; isNamed: boolean }) {
  const words = change.kind === 'replaced' ? '' : change.kind === 'deleted' ? 'deleted' : 'written whole'
  return (
    <div className="stack gap-4 min-w-0">
      {path !== undefined && isNamed && (
        <p className="soft text-xs">
          <span className="mono break-anywhere">{safeText(path)}</span>
          {words && <span className="muted"> {words}</span>}
        </p>
      )}
      {change.kind !== 'deleted' && (
        <DiffView
          from={change.kind === 'replaced' ? passage(change.from) : ''}
          to={passage(change.kind === 'replaced' ? change.to : change.text)}
          split={false}
          mostRows={24}
          label={`Change of ${safeText(path ?? 'a file')}`}
        />
      )}
    </div>
  )
}

/** A passage ends where it ends; that its last line has no line end says nothing about the file. */
function passage(text: string): string {
  return text === '' ? '' : `${safeText(text)}\n`
}

interface CallInputProps {
  /** The input as in the compact record: JSON, or its beginning. */
  input: string
  words: string
  open: boolean
  onOpen: () => void
}

/** A tool's arguments, one per row; an incomplete input is shown as text. */
export function CallInput({ input, ...text }: CallInputProps) {
  const pairs = argumentsIn(input)
  if (!pairs) {
    return (
      <div className="call-input soft">
        <ShownText text={input} mono {...text} />
      </div>
    )
  }
  return (
    <div className="call-input soft">
      {pairs.map(([key, value]) => (
        <div key={key} className="stack cols-auto-1 items-baseline gap-x-8">
          <span className="muted text-xs">{safeText(key)}</span>
          <ShownText text={value} mono {...text} />
        </div>
      ))}
    </div>
  )
}
