import { formatCount, formatNumber } from '../../../../../src/kernel/numbers.ts'
import { reasonInWords } from '../../../../../src/room/conference/reason-words.ts'
import { bucketNames, bucketWords, type Counters, ranked, refusals } from '../../../state/room/counters.ts'
import { BarRows } from '../../diary/charts/bar-rows.tsx'
import { safeText } from '../../transcript/safe-text.ts'

/** Why replies and calls were refused: by family, then by reason code. */
export function RefusalCharts({ totals }: { totals: Counters }) {
  const codes = ranked(totals.codes, count => count)
  const ends = [...ranked(totals.errors, count => count), ...ranked(totals.stop_hooks, count => count)]
  return (
    <>
      <BarRows
        title="Refusals by family"
        summary={
          refusals(totals) === 0
            ? 'No reply or call was refused.'
            : `${formatCount(refusals(totals), 'refusal')} of replies and tool calls. A refused reply is never shown as an answer.`
        }
        legend={[]}
        bars={bucketNames.map(bucket => ({
          key: bucket,
          label: bucketWords[bucket],
          parts: [{ swatch: 'swatch-removed', value: totals[bucket], text: formatCount(totals[bucket], 'refusal') }],
          note: formatNumber(totals[bucket]),
        }))}
        head={['Family', 'Counter', 'Refusals']}
        rows={bucketNames.map(bucket => [bucketWords[bucket], bucket, formatNumber(totals[bucket])])}
      />
      {codes.length > 0 && (
        <BarRows
          title="Refusals by code"
          summary={`${formatCount(codes.length, 'reason')}; most often ${codes[0]?.[0]}.`}
          legend={[]}
          bars={codes.map(([code, count]) => ({
            key: code,
            label: safeText(code),
            parts: [{ swatch: 'swatch-removed', value: count, text: formatCount(count, 'refusal') }],
            note: formatNumber(count),
            details: [meaning(code)],
          }))}
          head={['Code', 'Meaning', 'Refusals']}
          rows={codes.map(([code, count]) => [safeText(code), meaning(code), formatNumber(count)])}
        />
      )}
      {ends.length > 0 && (
        <BarRows
          title="Errors and stops"
          summary="Turns that ended without a checked reply, by cause."
          legend={[]}
          bars={ends.map(([code, count]) => ({
            key: code,
            label: safeText(code),
            parts: [{ swatch: 'state-interrupted', value: count, text: formatCount(count, 'turn') }],
            note: formatNumber(count),
          }))}
          head={['Code', 'Turns']}
          rows={ends.map(([code, count]) => [safeText(code), formatNumber(count)])}
        />
      )}
    </>
  )
}

function meaning(code: string): string {
  return reasonInWords({ type: 'grounding_required', code })
}
