import { useMutation } from '@tanstack/react-query'
import { Link2, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { refreshContext } from '../../state/context/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  links: readonly string[]
  mayWrite: boolean
}

/** The diary's projects whose work is shown in this project's blocks. */
export function DiaryLinks({ project, links, mayWrite }: Props) {
  const [typed, setTyped] = useState('')
  const change = useMutation({
    mutationFn: ({ key, link }: { key: string; link: boolean }) =>
      call(link ? 'project_link' : 'project_unlink', { id: project, diary_project_key: key }),
    onSuccess: async (_, { key, link }) => {
      if (link) setTyped('')
      announce(link ? `Work of ${key} is shown in blocks` : `Work of ${key} is no longer shown in blocks`)
      await refreshContext(project)
    },
    onError: () => announce('The link was not changed', 'alert'),
  })
  return (
    <div className="gap-24 stack">
      <div className="field-row stack gap-8 min-w-0">
        {links.length > 0 && (
          <ul className="flex wrap gap-6" aria-label="Linked diary projects">
            {links.map(key => (
              <li key={key} className="row pl-10 border rounded-m bg-surface text-s">
                <code>{key}</code>
                {mayWrite && (
                  <IconButton label={`Unlink ${key}`} icon={X} onClick={() => change.mutate({ key, link: false })} />
                )}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <form
            onSubmit={event => {
              event.preventDefault()
              change.mutate({ key: typed.trim(), link: true })
            }}
          >
            <Field
              label="Link a diary project"
              help="Its key in the diary, such as ledger-d7579830878a. The project’s own folder is linked automatically."
            >
              {control => (
                <div className="flex gap-8">
                  <input
                    {...control}
                    className="input mono"
                    value={typed}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={event => setTyped(event.target.value)}
                  />
                  <Button icon={Link2} type="submit" disabled={typed.trim() === '' || change.isPending}>
                    Link
                  </Button>
                </div>
              )}
            </Field>
          </form>
        )}
        {!mayWrite && links.length === 0 && <p className="muted">No diary project is linked.</p>}
        {change.error && <ContextFault error={change.error} project={project} />}
      </div>
    </div>
  )
}
