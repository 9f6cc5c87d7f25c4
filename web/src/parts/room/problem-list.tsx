import { formatNumber } from '../../../../src/kernel/numbers.ts'
import './talk.css'
import { TriangleAlert } from 'lucide-react'
import type { Verification } from '../../state/room/receipts.ts'
import { safeText } from '../transcript/safe-text.ts'

/** The problems a verification found; nothing without problems. */
export function ProblemList({ problems }: { problems: Verification['problems'] }) {
  if (problems.length === 0) return null
  return (
    <ul className="audit-problems stack gap-6 py-10 px-12 rounded-m bg-bad text-s break-anywhere">
      {problems.map(({ code, seq, file }) => (
        <li className="stack cols-auto-1 gap-y-2 gap-x-8" key={`${code} ${seq} ${file}`}>
          <TriangleAlert aria-hidden="true" />
          <span>
            {problemWords(code)}
            {seq !== undefined && `, at receipt no. ${formatNumber(seq)}`}
            {file !== undefined && (
              <>
                {' '}
                in <code>{safeText(file)}</code>
              </>
            )}
            .
          </span>
          <code className="col-2 soft text-xs">{safeText(code)}</code>
        </li>
      ))}
    </ul>
  )
}

/** The codes of a verification in plain words. */
function problemWords(code: string): string {
  return words[code] ?? 'This check failed'
}

const words: { readonly [code: string]: string } = {
  bad_line: 'A line is not in its signed form',
  bad_signature: 'A line was changed: its signature does not match',
  chain_break: 'A line was removed, added or moved',
  head_mismatch: 'The last lines are missing',
  rolled_back: 'An older state was restored',
  missing_log: 'The log is missing',
  session_mismatch: 'The log belongs to another session',
  unknown_key: 'A line was signed with a key that this workspace does not know',
  bad_head: 'The head of the log was changed',
  missing_head: 'The head of the log is missing',
  blob_mismatch: 'A stored output was changed',
  blob_missing: 'A stored output is missing',
  copy_mismatch: 'The copy with an issue differs from the log',
  issue_file_mismatch: 'A file of an issue was changed',
  issue_file_unlisted: 'A file was added to an issue',
  issue_file_missing: 'A file of an issue is missing',
  bad_index: 'The index of an issue was changed',
  missing_issue_audit: 'The files of an issue are missing',
  bad_key_ledger: 'The list of keys was changed',
  torn_tail: 'Extra bytes after the last line',
  duplicate_receipt: 'Two receipts have the same id',
  key_missing: 'The signing key is missing',
}
