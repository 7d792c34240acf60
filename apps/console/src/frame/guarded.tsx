import type { ComponentType, ReactNode } from 'react';
import { CanAccess, type ResourceProps } from 'react-admin';
import { Navigate } from 'react-router';
import { PAGES, type PageName } from '../data/pages.ts';

/** A user who may not see a page is redirected to the home page, as documented. */
export const RedirectHome = () => <Navigate to={PAGES.home.path} replace />;

const onlyFor = (resource: string, action: string, page: ReactNode) => (
  <CanAccess resource={resource} action={action} accessDenied={<RedirectHome />}>
    {page}
  </CanAccess>
);

/** A page without a resource, only for users who may use its route. */
export const guardedPage = (name: PageName, page: ReactNode) => onlyFor(name, 'show', page);

/** A resource whose list is only for users who may use its route; react-admin alone would send the request first. */
export const guarded = (resource: ResourceProps): ResourceProps => {
  const List = resource.list as ComponentType;
  return { ...resource, list: onlyFor(resource.name, 'list', <List />) };
};
