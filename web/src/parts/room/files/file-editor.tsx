import '../room.css'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { OpenedFile } from '../../../../../src/room/schema.ts'
import { callRoom, isFault } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { withEndsOf } from '../../../state/context/line-ends.ts'
import { queryClient } from '../../../state/queries.ts'
import { refreshRoom, roomQuery } from '../../../state/room/queries.ts'
import { useShortcuts } from '../../../state/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { FaultView } from '../../../ui/fault-view.tsx'
import { LeaveDraft } from '../../leave-draft.tsx'
import { SaveBar } from '../../save-bar.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  file: OpenedFile
  onLeave: () => void
}

/** A file being edited: saved only over the text that was read, compared if that has changed. */
export function FileEditor({ project, file, onLeave }: Props) {
  const { path } = file
  const id = useId()
  // Text areas normalize line ends to "\n".
  const read = file.content.replace(/\r\n?/g, '\n')
  const [draft, setDraft] = useState(() => readFileDraft(project, path) ?? { content: read, base: file.sha256 })
  const [theirs, setTheirs] = useState<OpenedFile>()
  const [leaving, setLeaving] = useState(false)
  const isDirty = draft.content !== read

  useEffect(() => {
    if (isDirty) writeFileDraft(project, path, draft)
    else dropFileDraft(project, path)
  }, [project, path, draft, isDirty])

  const save = useMutation({
    mutationFn: (ifMatch: string) => {
      const content = withEndsOf(file.content, draft.content)
      return callRoom(project, 'room_file_save', { path, content, ifMatch })
    },
    onSuccess: async () => {
      dropFileDraft(project, path)
      await refreshRoom(project)
      announce(`${file.path} saved`)
      onLeave()
    },
    onError: async error => {
      if (!isFault(error, 'stale_file')) return announce('The file was not saved; the draft is kept', 'alert')
      announce('The file was changed elsewhere; your text is kept', 'alert')
      setTheirs(await queryClient.fetchQuery({ ...roomQuery(project, 'room_file_show', { path }), staleTime: 0 }))
    },
  })

  function cancel() {
    if (isDirty) setLeaving(true)
    else onLeave()
  }

  function submit() {
    if (save.isPending) return
    if (!isDirty) return onLeave()
    save.mutate(draft.base)
  }

  function discard() {
    dropFileDraft(project, path)
    onLeave()
  }

  useShortcuts({ 'Mod+S': submit, Escape: cancel })
  useEffect(() => document.getElementById(id)?.focus(), [id])

  return (
    <div className="stack gap-12">
      <textarea
        id={id}
        className="textarea source file-text"
        aria-label={`Text of ${path}`}
        spellCheck={false}
        value={draft.content}
        onChange={event => setDraft({ ...draft, content: event.target.value })}
      />
      {theirs && (
        <section className="stack gap-12" aria-label="Changed elsewhere">
          <p className="note">
            This file was changed after you opened it. Below, their text is to the left of yours: copy what you need,
            then decide.
          </p>
          <DiffView
            from={safeText(theirs.content)}
            to={safeText(draft.content)}
            split={false}
            label="Theirs and yours"
          />
          <div className="dialog-actions">
            <Button onClick={discard}>Take theirs</Button>
            <Button kind="primary" disabled={save.isPending} onClick={() => save.mutate(theirs.sha256)}>
              Overwrite with mine
            </Button>
          </div>
        </section>
      )}
      {save.error && !isFault(save.error, 'stale_file') && <FaultView error={save.error} onRetry={submit} />}
      <SaveBar label="Save" dirty={isDirty} saving={save.isPending} onSave={submit} onCancel={cancel} />
      <LeaveDraft open={leaving} onStay={() => setLeaving(false)} onKeep={onLeave} onDiscard={discard} />
    </div>
  )
}

/** Typed and unsaved text of a file, with the hash of the text it started from. */
interface FileDraft {
  content: string
  base: string
}

function readFileDraft(project: string, path: string): FileDraft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(nameOf(project, path)) ?? 'null')
    // Only writeFileDraft writes under this name.
    return typeof draft === 'object' && draft !== null && 'content' in draft ? (draft as FileDraft) : undefined
  } catch {
    return undefined
  }
}

/** Not kept if the browser's storage is full; the text stays in the page. */
function writeFileDraft(project: string, path: string, draft: FileDraft): void {
  try {
    localStorage.setItem(nameOf(project, path), JSON.stringify(draft))
  } catch {
    localStorage.removeItem(nameOf(project, path))
  }
}

function dropFileDraft(project: string, path: string): void {
  localStorage.removeItem(nameOf(project, path))
}

function nameOf(project: string, path: string): string {
  return `daybook.room-file.${project}/${path}`
}
