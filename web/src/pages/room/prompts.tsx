import '../../parts/context/context.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { PromptPane } from '../../parts/room/settings/prompt-pane.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin } from '../../state/role.ts'
import { promptSearch } from '../../state/room/platform-addresses.ts'
import { promptWarning } from '../../state/room/prompt-words.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** How each tool is described to models, where each text is from, and warnings about it. */
export function RoomPromptsPage() {
  const project = useProject()
  const isAdmin = useIsAdmin(project)
  const { id } = promptSearch(useSearch({ strict: false }))
  const registry = useQuery(roomQuery(project, 'room_prompt_list', { limit: 500 }))
  return (
    <div className="page wide">
      <PageHead
        title="Tool prompts"
        lead="How each tool is described to models. A text of this project overrides the shipped one; what a tool does never changes."
      />
      <SettingsTabs />
      <Loaded query={registry} label="prompts" lines={8}>
        {({ prompts, warnings }) => {
          const chosen = prompts.find(prompt => prompt.id === id) ?? prompts[0]
          return (
            <>
              {warnings.map(warning => (
                <p key={warning} className="note">
                  {promptWarning(warning)} <code>{safeText(warning)}</code>
                </p>
              ))}
              <div className="split side-first">
                <section className="prompt-side flex downwards gap-8 min-w-0" aria-label="Registry">
                  <ul className="prompt-rows">
                    {prompts.map(prompt => (
                      <li key={prompt.id}>
                        <Link
                          to="/p/$project/room/prompts"
                          params={{ project }}
                          search={{ id: prompt.id }}
                          replace
                          className="prompt-row stack cols-1-auto items-center gap-y-0 gap-x-10 text-s weight-500 hoverable inset-focus"
                          data-row
                          aria-current={prompt.id === chosen?.id ? 'true' : undefined}
                          onKeyDown={moveWithArrows}
                        >
                          <span className="truncate">{safeText(prompt.name)}</span>
                          {prompt.warnings.length > 0 && (
                            <span className="mark-line tone-warn">
                              <TriangleAlert aria-hidden="true" />
                              <span className="hidden-text">has warnings</span>
                            </span>
                          )}
                          <span className="text-2xs mono truncate col-all soft weight-400">
                            {safeText(prompt.tool_id)}
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
                {chosen ? (
                  <PromptPane
                    key={`${chosen.id} ${chosen.updatedAt}`}
                    project={project}
                    prompt={chosen}
                    isAdmin={isAdmin}
                  />
                ) : (
                  <Empty title="No prompts" />
                )}
              </div>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
