import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { counted } from '../../state/words.ts'
import { Progress } from '../diary/progress.tsx'
import { FaultView } from '../fault-view.tsx'

/** Reads new transcripts and archives them. */
export function LookAgain({ label }: { label: string }) {
  const look = useMutation({
    mutationFn: () => call('diary_index', {}),
    onSuccess: async ({ counters }) => {
      const read = Number(counters.files_parsed) + Number(counters.files_appended)
      announce(read > 0 ? `${counted(read, 'file')} read` : 'Nothing has changed')
      await queryClient.invalidateQueries({ queryKey: ['diary', 'sources'] })
    },
  })
  return (
    <div className="look-again">
      <button type="button" className="button" disabled={look.isPending} onClick={() => look.mutate()}>
        <RefreshCw aria-hidden="true" /> {label}
      </button>
      {look.isPending && <Progress label="Reading the transcripts" />}
      {look.error && <FaultView error={look.error} />}
    </div>
  )
}
