import { useMutation } from '@tanstack/react-query'
import type { Build } from '../../../../src/diary/build/journal.ts'
import { shortDate } from '../../../../src/diary/report/text/names.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../diary/progress.tsx'

/** How far a build is, with a way to stop it. */
export function BuildProgress({ build }: { build: Build }) {
  const cancel = useMutation({ mutationFn: (build_id: string) => call('diary_build_cancel', { build_id }) })
  return (
    <div className="banner" role="status">
      <Progress label={words(build)} asShare={build.step !== 'days'} {...shares(build)} />
      <Button small disabled={cancel.isPending} onClick={() => cancel.mutate(build.build_id)}>
        Stop
      </Button>
    </div>
  )
}

function words({ step, day }: Build): string {
  if (day !== null) return `Reading ${shortDate(day)} on this machine; nothing is sent`
  return step === 'newest' ? 'Looking for your newest day' : 'Reading all transcripts on this machine; nothing is sent'
}

function shares({ step, progress, done, failed, waiting, day }: Build): { done?: number; total?: number } {
  const built = done.length + failed.length
  if (step === 'days') return { done: built, total: built + waiting.length + (day === null ? 0 : 1) }
  if (!progress) return {}
  return { done: progress.bytes, total: progress.bytes_total }
}
