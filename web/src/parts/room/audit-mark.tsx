import './talk.css'
import { Shield, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import type { AuditReport } from '../../../../src/room/schema.ts'
import { StatusMark } from '../../ui/badge.tsx'
import { toneOf } from '../../ui/tone.ts'

type Status = AuditReport['status']

/** Whether a log verifies, never by colour alone. */
export function AuditMark({ status, isEmpty = false }: { status: Status; isEmpty?: boolean }) {
  // Nothing was signed yet, so nothing was verified either.
  if (isEmpty && status === 'ok')
    return (
      <StatusMark icon={Shield} tone={toneOf('none')} className="audit-mark">
        No receipts yet
      </StatusMark>
    )
  const { Icon, word } = marks[status]
  return (
    <StatusMark icon={Icon} tone={toneOf(status)} className="audit-mark">
      {word}
    </StatusMark>
  )
}

/** What each state means, and what to do about it. */
export const auditWords: { readonly [status in Status]: string } = {
  ok: 'Every receipt verifies, and none is missing.',
  tampered: 'A receipt was changed after it was signed. It cannot be cited until this is resolved.',
  unverifiable: 'The signing key is missing, so nothing can be verified. Put the key back beside the audit.',
}

const marks = {
  ok: { Icon: ShieldCheck, word: 'Verified' },
  tampered: { Icon: ShieldAlert, word: 'Tampered' },
  unverifiable: { Icon: ShieldQuestionMark, word: 'Cannot be verified' },
}
