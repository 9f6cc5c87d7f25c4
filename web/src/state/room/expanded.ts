import { useEffect, useState } from 'react'
import type { Tree } from '../../../../src/room/schema.ts'
import { foldersOf } from './file-tree.ts'

/** With more files than this, folders start closed. */
const mostOpen = 400

export interface Expanded {
  isExpanded(folder: string): boolean
  set(folder: string, expanded: boolean): void
}

/** Which folders are open; those around the shown file are, until they are closed by hand. */
export function useExpanded({ files }: Tree, selected: string | undefined): Expanded {
  const [chosen, setChosen] = useState<{ readonly [folder: string]: boolean }>({})
  useEffect(() => {
    const around = Object.fromEntries(foldersOf(selected ?? '').map(folder => [folder, true]))
    setChosen(others => ({ ...others, ...around }))
  }, [selected])
  return {
    isExpanded: folder => chosen[folder] ?? files.length <= mostOpen,
    set: (folder, expanded) => setChosen(others => ({ ...others, [folder]: expanded })),
  }
}
