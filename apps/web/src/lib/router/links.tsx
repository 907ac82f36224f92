export { Link, type LinkProps, NavLink } from 'react-router'
