/** Stands for the address of every picture that a component imports. */
export default 'picture.svg';
