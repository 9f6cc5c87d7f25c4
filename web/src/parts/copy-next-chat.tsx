import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { call } from '../api.ts'
import { announce } from '../state/announce.ts'
import { Button } from '../ui/button.tsx'
import { faultText } from '../ui/fault-words.ts'
import { copyText } from './copy-text.ts'

/** The block to start the next chat with, built and copied in one click. */
export function CopyNextChat({ project }: { project: string }) {
  const build = useMutation({
    mutationFn: async () => (await call('context_build', { projectId: project })).text,
    onSuccess: text => void copyText(text, 'The next-chat block'),
    onError: error => announce(`Not copied. ${faultText(error) || 'Open Next chat to see why.'}`, 'alert'),
  })
  return (
    <Button small icon={Copy} disabled={build.isPending} onClick={() => build.mutate()}>
      Copy next-chat block
    </Button>
  )
}
