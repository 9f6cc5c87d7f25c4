import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { project } from './root-routes.tsx'

// The screens of the room are loaded when somebody goes there. What all of them need stands in their frame.
const room = createRoute({
  getParentRoute: () => project,
  path: 'room',
  component: lazyRouteComponent(() => import('./parts/room/room-frame.tsx'), 'RoomFrame'),
})

const home = createRoute({
  getParentRoute: () => room,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/room/home.tsx'), 'RoomHomePage'),
})

// Add a page: its route above, its name here.
export const roomRoutes = room.addChildren([home])
