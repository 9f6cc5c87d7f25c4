import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, FileMinus, FileX2, TriangleAlert } from 'lucide-react'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { verdictQuery } from '../../state/diary/queries.ts'
import { toneOf } from '../../ui/tone.ts'

const marks = {
  verified: { icon: BadgeCheck, word: 'verified' },
  changed: { icon: TriangleAlert, word: 'changed since it was cited' },
  missing: { icon: FileX2, word: 'no longer there' },
  forgotten: { icon: FileMinus, word: 'forgotten' },
}

/** Whether the cited lines still have the bytes they were cited with. Empty until that is known. */
export function VerifiedMark({ date, cited, spelled }: { date: string; cited: Citation; spelled?: boolean }) {
  const { data: verdict } = useQuery(verdictQuery(date, cited))
  if (!verdict) return null
  const { icon: Icon, word } = marks[verdict]
  return (
    <span
      className={`verdict inline-row gap-6 nowrap ${verdict} ${toneOf(verdict)}`}
      title={`The cited lines: ${word}`}
    >
      <Icon aria-hidden="true" />
      <span className={spelled ? undefined : 'hidden-text'}>{word}</span>
    </span>
  )
}
