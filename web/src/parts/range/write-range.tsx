import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { FaultView } from '../fault-view.tsx'

/** Writes the report of the range as files, to be kept or sent. */
export function WriteRange({ from, to }: { from: string; to: string }) {
  const write = useMutation({
    mutationFn: () => call('diary_range', { from, to }),
    onSuccess: ({ files }) => announce(`Written: ${files.join(', ')}`),
  })
  return (
    <div className="write-range">
      <button type="button" className="button" disabled={write.isPending} onClick={() => write.mutate()}>
        <FileText aria-hidden="true" /> Write as files
      </button>
      {write.error && <FaultView error={write.error} />}
    </div>
  )
}
