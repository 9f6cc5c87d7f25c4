import { PageHead } from '../../parts/page-head.tsx'

export function RangePage() {
  return (
    <div className="page">
      <PageHead title="Range" />
    </div>
  )
}
