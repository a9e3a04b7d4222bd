"""What the solvers on a Java virtual machine share: where Java is, and what Maven Central offers."""
