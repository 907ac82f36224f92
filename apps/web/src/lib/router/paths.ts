export { matchPath, useMatch } from 'react-router'
