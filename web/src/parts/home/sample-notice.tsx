import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { Button } from '../../ui/button.tsx'

/** What is shown is invented, and one click removes all of it. */
export function SampleNotice() {
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call('home_remove_sample', {}),
    onSuccess: async () => {
      localStorage.removeItem('daybook.project')
      await navigate({ to: '/' })
      await queryClient.invalidateQueries()
      announce('The sample is removed')
    },
    onError: () => announce('The sample could not be removed; try again', 'alert'),
  })
  return (
    <div className="banner sample" role="status">
      <FlaskConical aria-hidden="true" />
      <span>
        <strong>Sample.</strong> Invented work to look around in; none of it is yours.
      </span>
      <Button small disabled={remove.isPending} onClick={() => remove.mutate()}>
        Remove the sample
      </Button>
    </div>
  )
}
