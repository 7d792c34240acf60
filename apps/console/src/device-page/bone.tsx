import styles from './bone.module.css';

/** Stands where a word or a number will. */
export const Bone = ({ width }: { width: number }) => <span className={styles.bone} style={{ width }} />;
