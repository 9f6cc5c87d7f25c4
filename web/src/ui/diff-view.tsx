import './diff-view.css'
import '../parts/transcript/transcript.css'
import { useMemo, useState } from 'react'
import { type DiffLine, diffLines } from '../../../src/evidence/unified-diff.ts'
import { formatCount } from '../../../src/kernel/numbers.ts'
import { splitRows, type UnifiedRow, unifiedRows } from '../state/diff-rows.ts'

interface Props {
  from: string
  to: string
  split: boolean
  label: string
  /** For a passage inside a list of lines: the first rows, without numbers, since a passage does not say where it is. */
  mostRows?: number
}

/** A line diff of two texts, unified or side by side. */
export function DiffView({ from, to, split, label, mostRows }: Props) {
  const lines = useMemo(() => diffLines(from, to), [from, to])
  if (mostRows !== undefined) return <Passage lines={lines} label={label} mostRows={mostRows} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={split ? 'diff side-by-side' : 'diff'} aria-label={label} tabIndex={0}>
      {split ? <SplitTable lines={lines} /> : <UnifiedTable rows={unifiedRows(lines)} />}
    </section>
  )
}

function Passage({ lines, label, mostRows }: { lines: DiffLine[]; label: string; mostRows: number }) {
  const [isWhole, setWhole] = useState(false)
  const rows = unifiedRows(lines)
  const left = isWhole ? 0 : rows.length - mostRows
  return (
    <figure className="diff px-8" aria-label={label}>
      <UnifiedTable rows={left > 0 ? rows.slice(0, mostRows) : rows} isNumbered={false} />
      {left > 0 && (
        <button
          type="button"
          className="px-10 underlined tone-accent text-xs"
          tabIndex={-1}
          onClick={() => setWhole(true)}
        >
          Show {formatCount(left, 'more line')}
        </button>
      )}
    </figure>
  )
}

function UnifiedTable({ rows, isNumbered = true }: { rows: UnifiedRow[]; isNumbered?: boolean }) {
  return (
    <table>
      <tbody>
        {rows.map(row =>
          row.kind === 'gap' ? (
            <tr key={row.key} className="gap">
              <td colSpan={3}>{row.words}</td>
            </tr>
          ) : (
            <tr key={row.key} className={row.kind}>
              {isNumbered && <td className="number">{row.line.oldLine}</td>}
              {isNumbered && <td className="number">{row.line.newLine}</td>}
              <td className="text">
                <Sign kind={row.kind} />
                <LineText line={row.line} mark={row.mark} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function SplitTable({ lines }: { lines: DiffLine[] }) {
  return (
    <table>
      <tbody>
        {splitRows(lines).map(row =>
          row.kind === 'gap' ? (
            <tr key={row.key} className="gap">
              <td colSpan={4}>{row.words}</td>
            </tr>
          ) : (
            <tr key={row.key}>
              <Side line={row.left} mark={row.leftMark} number={row.left?.oldLine} />
              <Side line={row.right} mark={row.rightMark} number={row.right?.newLine} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

type Mark = readonly [start: number, end: number] | undefined

function Side({ line, mark, number }: { line: DiffLine | undefined; mark: Mark; number: number | undefined }) {
  if (!line) return <td colSpan={2} className="nothing" />
  return (
    <>
      <td className={`number ${line.kind}`}>{number}</td>
      <td className={`text ${line.kind}`}>
        <Sign kind={line.kind} />
        <LineText line={line} mark={mark} />
      </td>
    </>
  )
}

const signs: { [kind in DiffLine['kind']]: { sign: string; words: string } } = {
  same: { sign: ' ', words: '' },
  old: { sign: '−', words: 'removed: ' },
  new: { sign: '+', words: 'added: ' },
}

function Sign({ kind }: { kind: DiffLine['kind'] }) {
  return (
    <span className="sign">
      <span aria-hidden="true">{signs[kind].sign}</span>
      <span className="hidden-text">{signs[kind].words}</span>
    </span>
  )
}

function LineText({ line: { text, unterminated }, mark }: { line: DiffLine; mark: Mark }) {
  const end = unterminated ? <span className="no-newline"> no line end</span> : null
  if (!mark) {
    return (
      <>
        {text}
        {end}
      </>
    )
  }
  return (
    <>
      {text.slice(0, mark[0])}
      <span className="changed">{text.slice(mark[0], mark[1])}</span>
      {text.slice(mark[1])}
      {end}
    </>
  )
}
