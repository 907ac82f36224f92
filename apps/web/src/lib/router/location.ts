export { type Location, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
