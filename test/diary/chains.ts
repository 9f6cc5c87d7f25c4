import { z } from 'zod'
import { problemsIn, sizeProblems } from '../../src/diary/arguments.ts'
import { extractChain } from '../../src/diary/extract/extract.ts'
import type { Chain } from '../../src/diary/schema.ts'
import { ChainInput, citationsOf } from '../../src/diary/workspace/chain-input.ts'
import { isInside, type LineSpan, spanIn } from '../../src/diary/workspace/line-spans.ts'
import { refOf } from '../../src/diary/workspace/refs.ts'
import type { ScannedFile, SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { eventsIn } from '../transcripts/scanning.ts'

/** The chain of every turn of a file, as generation makes them, with its span. */
export function chainsIn(reader: SourceReader, file: ScannedFile, bytes: Buffer): { chain: Chain; span: LineSpan }[] {
  const { turns, root } = scanChunks(reader, file, [bytes]).summary
  const events = turns.map(turn => eventsIn(reader, bytes, turn))
  return turns.map((turn, i) => ({
    chain: extractChain(
      events[i] ?? [],
      { turn_ref: refOf('T', i + 1), start_line: turn.startLine, echo_line: turn.echoLine },
      {
        root,
        first_in_file: i === 0,
        previous_interrupted: (events[i - 1] ?? []).some(({ kind }) => kind === 'interrupt'),
        continued: turn.continued,
        trigger_kind: turn.kind,
      },
    ),
    span: { start: turn.startLine, end: turn.endLine },
  }))
}

const Input = z.strictObject({ evidence_chain: ChainInput })

/** Everything `write_evidence` has against a chain for a turn of this span. */
export function faultsOf(chain: Chain, span: LineSpan): string[] {
  const args = { evidence_chain: chain }
  const outside = citationsOf(chain).filter(({ lines }) => {
    const cited = spanIn(lines)
    return !cited || !isInside(cited, span)
  })
  return [
    ...sizeProblems(args),
    ...problemsIn(Input, args),
    ...outside.map(({ path }) => ({ path, message: 'outside the turn' })),
  ].map(({ path, message }) => `${path}: ${message}`)
}
