import { useMutation } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { queryClient } from '../../state/queries.ts'

/** Sets where an agent's transcripts are: folders, an empty list, or null for the agent's default. */
export function useSetRoots(source: string, onDone: () => void = () => {}) {
  return useMutation({
    mutationFn: (roots: string[] | null) => call('diary_set_roots', { source, roots }),
    onSuccess: async ({ roots }) => {
      const name = sourceWord(source)
      announce(roots?.length === 0 ? `${name} is excluded` : `${name} is read from its own folders`)
      await queryClient.invalidateQueries({ queryKey: ['diary', 'sources'] })
      onDone()
    },
    onError: () => announce('The folders were not changed', 'alert'),
  })
}
