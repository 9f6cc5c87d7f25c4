import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { download } from '../../state/context/download.ts'
import { counted } from '../../state/words.ts'

/** All projects as one file that another Daybook can import. */
export function ExportButton() {
  const all = useMutation({
    mutationFn: () => call('project_export', {}),
    onSuccess: ({ json, count }) => {
      download('projects.json', json, 'application/json')
      announce(`${counted(count, 'project')} exported`)
    },
    onError: () => announce('The export failed; try again', 'alert'),
  })
  return (
    <button type="button" className="button" disabled={all.isPending} onClick={() => all.mutate()}>
      <FileDown aria-hidden="true" /> Export
    </button>
  )
}
