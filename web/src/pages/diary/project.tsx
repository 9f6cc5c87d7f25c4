import { PageHead } from '../../parts/page-head.tsx'

export function ProjectPage() {
  return (
    <div className="page">
      <PageHead title="Project" />
    </div>
  )
}
