import { useQuery } from '@tanstack/react-query'
import type { FileClass } from '../../../../src/room/workspace/vfs.ts'
import { workspaceQuery } from './queries.ts'

/** What the classes of files are called: a repository has code and documents where a story has scenes and cards. */
export function useFileWords(project: string): { readonly [kind in FileClass]: string } {
  const isOfCode = useQuery(workspaceQuery(project)).data?.template === 'code'
  return isOfCode ? { ...storyWords, scene: 'text', compendium: 'document' } : storyWords
}

const storyWords = { outline: 'outline', scene: 'scene', compendium: 'card', canon: 'canon index', other: 'other' }
