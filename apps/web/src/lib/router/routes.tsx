export { Navigate, Outlet, useParams } from 'react-router'
